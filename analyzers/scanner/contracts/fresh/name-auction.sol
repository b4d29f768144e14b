// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract NameAuction {
    struct Sale {
        address payable leader;
        uint256 bid;
        uint256 ends;
    }

    mapping(bytes32 => Sale) public sales;
    mapping(bytes32 => address) public holderOf;
    address payable public owner = payable(msg.sender);

    function bid(string calldata label, string calldata zone) external payable {
        bytes32 id = keccak256(abi.encodePacked(label, zone)); // expect: hash-collision
        Sale storage s = sales[id];
        if (s.ends == 0) s.ends = block.timestamp + 1 days;
        require(block.timestamp < s.ends && msg.value > s.bid, "no");
        address payable last = s.leader;
        uint256 back = s.bid;
        s.leader = payable(msg.sender);
        s.bid = msg.value;
        if (last != address(0)) last.send(back); // expect: unchecked-send
    }

    function settle(bytes32 id) external {
        Sale storage s = sales[id];
        require(s.ends != 0 && block.timestamp >= s.ends, "open");
        holderOf[id] = s.leader;
        uint256 due = s.bid;
        delete sales[id];
        owner.transfer(due);
    }

    function give(bytes32 id, address to) external {
        require(holderOf[id] == msg.sender, "not yours");
        holderOf[id] = to;
    }

    function takeOver() external {
        owner = payable(msg.sender); // expect: unprotected-owner, missing-event
    }

    function empty() external {
        require(msg.sender == owner, "not the owner");
        uint256 all = address(this).balance;
        (bool ok, ) = owner.call{value: all, gas: 30000}(""); // expect: hardcoded-gas
        ok;
    }
}
