pragma solidity 0.8.22;

contract CheapCart {
    uint256 public constant UNIT = 0.001 ether;
    mapping(address => uint256) public items;

    function checkout(uint256 count) external payable {
        uint256 cost;
        unchecked {
            cost = count * UNIT; // expect: unchecked-arithmetic
        }
        require(msg.value >= cost, "underpaid");
        items[msg.sender] = count;
    }

    address immutable till = msg.sender;

    function close() external {
        require(msg.sender == till);
        payable(till).transfer(address(this).balance);
    }
}
