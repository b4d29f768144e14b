pragma solidity ^0.4.24;

contract ShareholderDividends {
    address[] holders;
    mapping(address => uint) shares;
    uint totalShares;

    function join() public payable {
        require(msg.value == 1 ether);
        if (shares[msg.sender] == 0) holders.push(msg.sender);
        shares[msg.sender] += 1;
        totalShares += 1;
    }

    function distribute() public payable {
        uint per = msg.value / totalShares;
        for (uint i = 0; i < holders.length; i++) { // expect: unbounded-loop
            holders[i].transfer(per * shares[holders[i]]); // expect: calls-in-loop
        }
    }
}
