pragma solidity ^0.8.0;

contract ZeroHeir {
    address public owner;
    address payable public heir;

    event HeirSet(address heir);
    event OwnerSet(address owner);

    constructor() payable {
        owner = msg.sender;
    }

    function setHeir(address payable h) external {
        require(msg.sender == owner);
        heir = h; // expect: missing-zero-check
        emit HeirSet(h);
    }

    function handOver(address next) external {
        require(msg.sender == owner);
        owner = next; // expect: missing-zero-check
        emit OwnerSet(next);
    }

    function inherit() external {
        require(msg.sender == heir);
        heir.transfer(address(this).balance);
    }
}
